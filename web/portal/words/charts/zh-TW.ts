// pure
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  table: '表格',
  chart: '圖表',
  save: '儲存',
  saveOf: ({ title }) => `儲存圖表：${title}`,
  saveSvg: '圖片（SVG）',
  saveCsv: '資料（CSV）',
}
