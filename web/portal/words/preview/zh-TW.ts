import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: '預覽',
  shown: '顯示的文件',
  page: '付款頁面',
  mail: '郵件',
  pdf: 'PDF',
  width: '寬度',
  phone: '手機',
  desktop: '電腦',
  ownLanguage: '帳單的語言',
  frame: ({ what }) => `${what}（預覽）`,
  openPdf: '開啟 PDF',
  noPdfViewer: '此瀏覽器無法在頁面內顯示 PDF。',
  failed: '無法載入預覽。',
}
