// pure
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  table: 'Таблица',
  chart: 'Диаграмма',
  save: 'Сохранить',
  saveOf: ({ title }) => `Сохранить диаграмму: ${title}`,
  saveSvg: 'Изображение (SVG)',
  saveCsv: 'Числа (CSV)',
}
