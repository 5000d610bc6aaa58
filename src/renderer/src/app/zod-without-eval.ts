/** Tells zod, whenever its code comes, not to try `eval`: the content security policy forbids it. Where all copies of zod look for what is set, so that none has to be loaded for this. */
export function setZodWithoutEval(page: object): void {
  Object.assign(page, { __zod_globalConfig: { jitless: true } });
}
