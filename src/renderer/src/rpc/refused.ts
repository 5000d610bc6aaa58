import { ContractError, type ContractErrorShape } from '#shared/contract/errors.ts';
import { retold } from '#renderer/language/retold.ts';

/** What the engine refused with, in the language of this window. */
export async function refused({ code, message, issues }: ContractErrorShape): Promise<ContractError> {
  const [said = message, ...more] = await retold([message, ...(issues ?? []).map((issue) => issue.message)]);
  return new ContractError(
    code,
    said,
    issues?.map(({ path, message: before }, index) => ({ path, message: more[index] ?? before })),
  );
}
