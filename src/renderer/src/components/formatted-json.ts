/** JSON text with a line for each value, digits and escapes as they came; anything else as it is. */
export function formattedJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  // Strings and empty brackets stay whole; what is between the other signs is space, or a bare word.
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g, (part) => {
    switch (part[0]) {
      case '{':
      case '[':
        if (part.length > 1) return part.replaceAll(/\s/g, '');
        depth += 1;
        return part + line();
      case '}':
      case ']':
        depth -= 1;
        return line() + part;
      case ',':
        return part + line();
      case ':':
        return ': ';
      case '"':
        return part;
      default:
        return '';
    }
  });
}
