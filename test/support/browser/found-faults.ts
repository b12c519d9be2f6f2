const LOOKS_NAMED = 5
const LINES_MAX = 60

/** Collects the faults of a page under many looks; the same fault is one line, with the looks that have it. */
export function foundFaults() {
  const looksOf = new Map<string, string[]>()
  return {
    add: (look: string, faults: readonly string[]): void => {
      for (const fault of new Set(faults)) looksOf.set(fault, [...(looksOf.get(fault) ?? []), look])
    },
    lines: (): readonly string[] => {
      const lines = [...looksOf].map(
        ([fault, looks]) =>
          `${fault} (${looks.slice(0, LOOKS_NAMED).join(', ')}${looks.length > LOOKS_NAMED ? ` and ${looks.length - LOOKS_NAMED} more` : ''})`,
      )
      return lines.length <= LINES_MAX ? lines : [...lines.slice(0, LINES_MAX), `${lines.length - LINES_MAX} more`]
    },
  }
}
