// pure
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  table: '表格',
  chart: '图表',
  save: '保存',
  saveOf: ({ title }) => `保存图表：${title}`,
  saveSvg: '图片（SVG）',
  saveCsv: '数据（CSV）',
}
