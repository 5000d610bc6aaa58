#!/bin/bash
# Copies the primary once, then follows it.
set -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that was cut off begins again.
  rm -rf "${PGDATA:?}"/*
  chmod 700 "$PGDATA"
  pg_basebackup --host primary --username standby --pgdata "$PGDATA" --write-recovery-conf
fi
# The primary waits for this name. Once promoted, it waits for nobody until it has a standby of its own.
exec postgres -c cluster_name=standby -c synchronous_standby_names=
