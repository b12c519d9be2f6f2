// pure
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  table: 'Tabla',
  chart: 'Gráfico',
  save: 'Guardar',
  saveOf: ({ title }) => `Guardar gráfico: ${title}`,
  saveSvg: 'Imagen (SVG)',
  saveCsv: 'Números (CSV)',
}
