/** What a person or a program reads on the terminal. Logs go elsewhere, to stderr as JSON. */

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function sayJson(value: unknown): void {
  say(JSON.stringify(value, null, 2))
}

export function complain(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Tells a person what takes its time; programs and log files are spared. */
export function progress(text: string): void {
  if (process.stderr.isTTY) complain(`… ${text}`)
}

/** What others wrote cannot steer the terminal of whoever reads it. */
export function harmless(text: string): string {
  return text.replace(/\p{Cc}/gu, '?')
}

/** Columns as wide as their widest cell; the last one flows. */
export function table(rows: readonly (readonly string[])[]): string {
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
