// pure
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  table: 'Tabela',
  chart: 'Gráfico',
  save: 'Salvar',
  saveOf: ({ title }) => `Salvar gráfico: ${title}`,
  saveSvg: 'Imagem (SVG)',
  saveCsv: 'Números (CSV)',
}
