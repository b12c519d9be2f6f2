import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: 'プレビュー',
  shown: '表示する文書',
  page: 'お支払いページ',
  mail: 'メール',
  pdf: 'PDF',
  width: '幅',
  phone: 'スマートフォン',
  desktop: 'パソコン',
  ownLanguage: '請求書の言語',
  frame: ({ what }) => `${what}（プレビュー）`,
  openPdf: 'PDFを開く',
  noPdfViewer: 'このブラウザーはページ内にPDFを表示できません。',
  failed: 'プレビューを読み込めませんでした。',
}
