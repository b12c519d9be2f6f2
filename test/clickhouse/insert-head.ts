const INSERT = /^\s*insert\s+into\b.*?\bformat\s+(\w+)[ \t]*\r?\n/is

/** The statement up to the rows that it inserts in a format; undefined where it brings none. */
export function insertHead(statement: string): { readonly head: string; readonly format: string } | undefined {
  const [head, format = ''] = INSERT.exec(statement) ?? []
  return head === undefined ? undefined : { head, format }
}
