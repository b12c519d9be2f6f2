// pure
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  table: 'Tableau',
  chart: 'Graphique',
  save: 'Enregistrer',
  saveOf: ({ title }) => `Enregistrer le graphique\u00a0: ${title}`,
  saveSvg: 'Image (SVG)',
  saveCsv: 'Chiffres (CSV)',
}
