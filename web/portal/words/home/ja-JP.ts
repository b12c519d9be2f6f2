// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: 'ホーム',
  nothing: '対応が必要な項目はありません',
  nothingText: '期日超過の請求書、確認中の支払い、拒否されたメールがここに表示されます。',
  toInvoices: 'すべての請求書',
  attention: ({ count, text }) => plural('ja-JP', count, { other: `対応が必要な項目が${text}件あります` }),
  overdue: '期日超過',
  overdueText: '支払期日を過ぎ、残高があります。',
  underReview: '確認中',
  underReviewText: '判断待ちの支払いがあります。',
  refusedMails: '拒否されたメール',
  refusedMailsText: '顧客に届いていません。アドレスを確認して、再度送信してください。',
  showAll: ({ text }) => `${text}件すべてを表示`,
  late: ({ count, text }) => plural('ja-JP', count, { other: `${text}日超過` }),
  due: ({ day }) => `支払期日 ${day}`,
  refusedAt: ({ time }) => `拒否日時 ${time}`,
  unnamed: '名前なし',
  failed: 'このページを読み込めませんでした',
}
