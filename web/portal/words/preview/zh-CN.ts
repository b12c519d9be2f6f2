import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: '预览',
  shown: '显示的文档',
  page: '付款页面',
  mail: '邮件',
  pdf: 'PDF',
  width: '宽度',
  phone: '手机',
  desktop: '电脑',
  ownLanguage: '账单的语言',
  frame: ({ what }) => `${what}（预览）`,
  openPdf: '打开 PDF',
  noPdfViewer: '此浏览器无法在页面内显示 PDF。',
  failed: '无法加载预览。',
}
