/** The id of a customer as the connected system gave it, without the quotation marks of JSON. */
export function externalIdWords(json: string): string {
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}
