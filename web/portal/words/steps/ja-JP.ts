import type { StepsWords } from './steps-words.ts'

export const words: StepsWords = {
  title: '最初の請求書を、作成からレポートまで',
  progress: ({ done, total }) => `${total}件中${done}件完了`,
  done: '完了',
  open: '未完了',
  brand: '名前とロゴを追加する',
  brandText: '請求書、メール、支払いページで顧客に表示されます。',
  toBrand: '設定を開く',
  invoice: '請求書を作成して送信する',
  invoiceText: '自分のアドレスに送ると、顧客に見えるものを確認できます。',
  toInvoice: '請求書を作成',
  pay: '支払う',
  payTextSandbox:
    '支払いページを開き、テストカード4111 1111 1111 1111を使ってください。有効期限は将来の日付、3桁の数字は任意です。',
  payText: '顧客と同じように、支払いページを開いてください。',
  toPay: '請求書を開く',
  results: '結果を確認する',
  resultsText: 'メールが送信され、プログラムに通知が届き、レポートに記載されます。',
  mail: 'メール',
  webhook: 'Webhook',
  report: 'レポート',
  toInbox: '受信トレイを開く',
  toWebhooks: 'Webhookを開く',
  toReports: 'レポートを開く',
}
