const TYPES = { csv: 'text/csv;charset=utf-8', svg: 'image/svg+xml;charset=utf-8' } as const

/** Offers a text as a file to be saved; its name ends in its type. */
export function saveText(name: string, text: string, type: keyof typeof TYPES = 'csv'): void {
  const address = URL.createObjectURL(new Blob([text], { type: TYPES[type] }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
