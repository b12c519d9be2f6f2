/** Prints a result on standard output; the log goes to standard error. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function sayJson(value: unknown): void {
  say(JSON.stringify(value, null, 2))
}

export function complain(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Shows the progress of slow work to a person; prints nothing if standard error is not a terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY) complain(`… ${text}`)
}

/** Replaces control characters, so that foreign text cannot control the reader's terminal. */
export function harmless(text: string): string {
  return text.replace(/\p{Cc}/gu, '?')
}

/** Makes one line of each row, with foreign text made harmless, and pads each column to its widest cell. */
export function table(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(harmless))
  const widths = rows.reduce<readonly number[]>(
    (soFar, row) => row.map((cell, column) => Math.max(soFar[column] ?? 0, cell.length)),
    [],
  )
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}
