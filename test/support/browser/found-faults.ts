/** Collects the faults of a page under many looks; the same fault is one line, with the looks that have it. */
export function foundFaults() {
  const looksOf = new Map<string, string[]>()
  return {
    add: (look: string, faults: readonly string[]): void => {
      for (const fault of faults) looksOf.set(fault, [...(looksOf.get(fault) ?? []), look])
    },
    lines: (): readonly string[] => [...looksOf].map(([fault, looks]) => `${fault} (${looks.join(', ')})`),
  }
}
