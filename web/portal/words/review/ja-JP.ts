import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { ReviewWords } from './review-words.ts'

type Spanned = { readonly span: string }
type Named = { readonly name: string }
type Numbered = { readonly number: string }
type Amount = { readonly amount: string }
type Deadline = { readonly time: string; readonly span: string }
type Holding = { readonly name: string; readonly time: string }
type Counted = { readonly count: number; readonly text: string }

export const words: ReviewWords = {
  title: '審査',
  queue: '審査中の支払い',
  switchedOff: 'この組織では不正対策が無効です。今後の支払いは審査のために保留されません。',
  empty: '審査待ちはありません',
  emptyText: '審査のため保留された支払いが、急ぐ順にここに表示されます。',
  choose: '支払いを選ぶか、jキーを押してください。',
  more: 'これらを処理すると、残りの支払いが繰り上がります。',
  waits: ({ span }: Spanned) => `${span}経過`,
  left: ({ span }: Spanned) => `残り${span}`,
  you: 'あなた',
  someone: ({ name }: Named) => name,
  invoice: ({ number }: Numbered) => `請求書 ${number}`,
  deadline: ({ time, span }: Deadline) => `${time}までに決定（残り${span}）`,
  accept: '承認',
  reject: '却下',
  notYours: 'あなたの権限では審査を表示できますが、決定はできません。',
  isDeciding: '決定を実行しています。',
  notHeld: 'この支払いを担当すると決定できます。',
  failed: '支払いを読み込めませんでした',
  heldBySomeone: '別の担当者がこの支払いを確認しています。',
  heldBy: ({ name, time }: Holding) => `${name} が${time}からこの支払いを確認しています。`,
  takeOver: '引き継ぐ',
  takenOver: 'この支払いはあなたの担当になりました。',
  comment: 'コメント',
  commentHelp: '支払いとレポートに残ります。',
  notCarriedOut: '決済サービスが決定を実行できませんでした。再度お試しください。',
  decisions: {
    accept: {
      question: ({ amount }: Amount) => `${amount}を承認しますか？`,
      text: '支払いの売上が確定し、支払者に領収書が送られます。',
      confirm: ({ amount }: Amount) => `${amount}を承認`,
      done: ({ amount }: Amount) => `${amount}を承認しました。`,
    },
    reject: {
      question: ({ amount }: Amount) => `${amount}を却下しますか？`,
      text: 'オーソリした金額は解放され、請求書は再び支払えるようになります。',
      confirm: ({ amount }: Amount) => `${amount}を却下`,
      done: ({ amount }: Amount) => `${amount}を却下しました。`,
    },
  },
  since: '審査開始',
  shipTo: '配送先',
  bin: '先頭の数字',
  cardCountry: 'カード発行国',
  network: 'カードネットワーク',
  rules: '保留の理由',
  earlier: 'この顧客の過去の支払い',
  firstTime: 'このメールアドレスからの支払いは初めてです。',
  noAddress: '支払者のメールアドレスがないため、過去の支払いは分かりません。',
  count: ({ count, text }: Counted) => plural('ja-JP', count, { other: `${text}件の支払いが待機中` }),
  disputes: ({ count, text }: Counted) => plural('ja-JP', count, { other: `異議申し立て ${text}件` }),
}
