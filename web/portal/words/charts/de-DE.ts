// pure
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  table: 'Tabelle',
  chart: 'Diagramm',
  save: 'Speichern',
  saveOf: ({ title }) => `Diagramm speichern: ${title}`,
  saveSvg: 'Bild (SVG)',
  saveCsv: 'Zahlen (CSV)',
}
