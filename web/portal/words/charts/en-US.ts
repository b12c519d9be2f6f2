// pure

/** Charts of any page. */
export const words = {
  table: 'Table',
  chart: 'Chart',
  save: 'Save',
  saveOf: ({ title }: { readonly title: string }) => `Save chart: ${title}`,
  saveSvg: 'Picture (SVG)',
  saveCsv: 'Numbers (CSV)',
}
