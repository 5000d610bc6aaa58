/** As JSON, whatever `toJSON` an old library has given to arrays and objects of the page. */
export function toJson(value: object): string {
  return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key) {
    return this[key];
  });
}
