import '#renderer/language/team.ts';
import { formatList } from '#renderer/components/amounts.ts';
import { formatFull } from '#renderer/components/dates.ts';
import { i18n } from '#renderer/language/i18n.ts';
import type { AuditEntry, OtherAction } from '#shared/contract/audit.ts';
import type { AuditedRoute } from '#shared/contract/routes.ts';
import type english from '#shared/locales/en/team.json';

type FieldName = keyof typeof english.audit.fields;

const isKnown = (key: string): boolean => i18n.exists(key);

/** What was done: "Channel changed". An entry of another version may have an unknown action. */
export function actionText(action: string): string {
  if (!isKnown(`team:audit.actions.${action}`)) return i18n.t('team:audit.unknown');
  return i18n.t(`team:audit.actions.${action as AuditedRoute | OtherAction}`);
}

/** Of what; undefined: of nothing in particular. */
export function aboutText({ action, aboutId, about }: AuditEntry): string | undefined {
  if (about !== undefined) return about;
  const isCustomer = action.startsWith('privacy.') || action === 'exports.download';
  return isCustomer && aboutId !== undefined ? i18n.t('team:audit.customer') : undefined;
}

/** The changed fields; undefined: none are named. */
export function fieldsText({ fields = [] }: AuditEntry): string | undefined {
  if (fields.length === 0) return undefined;
  return formatList(
    fields.map((field) =>
      isKnown(`team:audit.fields.${field}`) ? i18n.t(`team:audit.fields.${field as FieldName}`) : field,
    ),
  );
}

/** Who did it. */
export function whoText({ action, operatorId, operatorName }: AuditEntry): string {
  if (operatorId !== undefined) return operatorName ?? operatorId;
  return action === 'provision.applied' ? i18n.t('team:audit.provisionFile') : i18n.t('team:audit.nobody');
}

/** From where; undefined: the provision file is from nowhere. */
export function fromText({ action, from }: AuditEntry): string | undefined {
  if (action === 'provision.applied') return undefined;
  if (from === '') return i18n.t('team:audit.manyAddresses');
  return from ?? i18n.t('team:audit.here');
}

/** The rows of the file. */
export function auditRows(entries: readonly AuditEntry[]): readonly (readonly (string | number)[])[] {
  return [
    (['at', 'who', 'from', 'what', 'about', 'fields', 'count'] as const).map((column) =>
      i18n.t(`team:audit.columns.${column}`),
    ),
    ...entries.map((entry) => [
      formatFull(entry.at),
      whoText(entry),
      fromText(entry) ?? '',
      actionText(entry.action),
      aboutText(entry) ?? '',
      fieldsText(entry) ?? '',
      entry.count,
    ]),
  ];
}
