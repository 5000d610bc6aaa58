#!/bin/bash
# Runs once, when the database is made: lets the standby in.
set -e
psql --username "$POSTGRES_USER" --set "password=$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE standby REPLICATION LOGIN PASSWORD :'password';
SQL
echo 'host replication standby all scram-sha-256' >> "$PGDATA/pg_hba.conf"
# At the end: whatever is committed from now on waits for the standby.
echo "synchronous_standby_names = 'standby'" >> "$PGDATA/postgresql.conf"
