// pure
import type { OwnInvoiceMailWords } from './invoice-mail-words.ts'

export const JA_JP: OwnInvoiceMailWords = {
  subjects: {
    due: ({ number, seller, amount, due }) =>
      number === undefined
        ? `${seller}からの請求書 · ${amount}（支払期日 ${due}）`
        : `${seller}からの請求書 ${number} · ${amount}（支払期日 ${due}）`,
    overdue: ({ number, seller, amount, due }) =>
      number === undefined
        ? `${seller}からの請求書 · ${amount}（支払期日 ${due}を過ぎています）`
        : `${seller}からの請求書 ${number} · ${amount}（支払期日 ${due}を過ぎています）`,
    nothingDue: ({ number, seller }) =>
      number === undefined ? `${seller}からの請求書` : `${seller}からの請求書 ${number}`,
    reminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `リマインダー：${seller}からの請求書 · ${amount}（支払期日 ${due}）`
        : `リマインダー：${seller}からの請求書 ${number} · ${amount}（支払期日 ${due}）`,
    overdueReminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? `リマインダー：${seller}からの請求書の支払期日が過ぎています · ${amount}（支払期日 ${due}）`
        : `リマインダー：${seller}からの請求書 ${number} の支払期日が過ぎています · ${amount}（支払期日 ${due}）`,
    canceled: ({ number, seller }) =>
      number === undefined
        ? `${seller}からの請求書が取り消されました`
        : `${seller}からの請求書 ${number} が取り消されました`,
  },
  shortSubjects: {
    due: ({ amount, due }) => `${amount}（支払期日 ${due}）`,
    overdue: ({ amount, due }) => `${amount}（支払期日 ${due}を過ぎています）`,
    reminder: ({ amount, due }) => `リマインダー：${amount}（支払期日 ${due}）`,
    overdueReminder: ({ amount, due }) => `リマインダー：${amount}（支払期日${due}を超過）`,
  },
  titles: {
    invoice: ({ seller }) => `${seller}からの請求書`,
    reminder: '請求書の支払期日が近づいています',
    overdueReminder: '請求書の支払期日が過ぎています',
    canceled: '請求書が取り消されました',
  },
  preheaders: {
    payBy: ({ due }) => `${due}までに、オンラインで内容をご確認のうえお支払いください。`,
    view: 'オンラインでご確認いただけます。',
    overdue: ({ due }) => `支払期日は${due}でした。引き続きオンラインでお支払いいただけます。`,
    canceled: 'お支払いの必要はありません。',
  },
  wasDue: ({ due }) => `支払期日 ${due}（期日を過ぎています）`,
  sent: ({ seller }) => `${seller}から請求書が届きました。`,
  sentAgain: ({ seller }) => `${seller}からの請求書を再度お送りします。`,
  dueIn: ({ days }) =>
    days === 1
      ? 'この請求書の支払期日は明日です。お支払いがまだの場合は、お手続きをお願いいたします。'
      : `この請求書の支払期日まであと${days}日です。お支払いがまだの場合は、お手続きをお願いいたします。`,
  dueToday: 'この請求書の支払期日は本日です。お支払いがまだの場合は、お手続きをお願いいたします。',
  overdue: 'この請求書のお支払いがまだ確認できておりません。',
  alreadyPaid: 'すでにお支払い済みの場合は、行き違いですのでご容赦ください。',
  canceled: ({ seller }) => `${seller}がこの請求書を取り消しました。お支払いの必要はありません。`,
  thankYou: 'ありがとうございます',
  attached: '請求書のPDFを添付しています。',
  why: ({ seller, address }) => `このメールは、${seller}が${address}宛てに請求書を発行したため、お送りしています。`,
}
