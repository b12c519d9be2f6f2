// pure
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  table: '表',
  chart: 'グラフ',
  save: '保存',
  saveOf: ({ title }) => `グラフを保存：${title}`,
  saveSvg: '画像（SVG）',
  saveCsv: '数値（CSV）',
}
