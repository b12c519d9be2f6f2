// pure

/** Whether every word of the text is in one of the labels, without regard to case and accents. */
export function matches(text: string, ...labels: readonly string[]): boolean {
  const found = folded(labels.join(' '))
  return folded(text)
    .split(/\s+/)
    .every((word) => found.includes(word))
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
