/** Indents JSON text, keeping digits and escapes exactly; other text is returned unchanged. */
export function formattedJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  // Strings and empty brackets are single tokens; between the other tokens are whitespace or bare words.
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
