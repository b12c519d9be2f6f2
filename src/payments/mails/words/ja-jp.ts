// pure
import type { PaymentMailWords } from './payment-mail-words.ts'

export const JA_JP: PaymentMailWords = {
  subjects: {
    receipt: ({ number, seller, amount }) =>
      number === undefined
        ? `${seller}からの領収書 · ${amount}`
        : `${seller}からの領収書（請求書 ${number}）· ${amount}`,
    partialReceipt: ({ number, seller, amount }) =>
      number === undefined
        ? `${seller}からの領収書（一部支払い）· ${amount}`
        : `${seller}からの領収書（請求書 ${number}、一部支払い）· ${amount}`,
    review: ({ number, seller, amount }) =>
      number === undefined
        ? `${seller}へのお支払いを確認しています · ${amount}`
        : `${seller}へのお支払い（請求書 ${number}）を確認しています · ${amount}`,
    refund: ({ number, seller, amount }) =>
      number === undefined
        ? `${seller}からの返金のお知らせ · ${amount}`
        : `${seller}からの返金のお知らせ（請求書 ${number}）· ${amount}`,
  },
  shortSubjects: {
    receipt: ({ amount }) => `領収書：${amount}`,
    partialReceipt: ({ amount }) => `領収書（一部支払い）：${amount}`,
    review: ({ amount }) => `お支払いを確認しています：${amount}`,
    refund: ({ amount }) => `返金のお知らせ：${amount}`,
  },
  thankYou: 'お支払いありがとうございました',
  received: ({ seller }) => `${seller}がお支払いを受領しました。`,
  paidInFull: '請求書は全額お支払い済みです。お手続きは必要ありません。',
  paidOn: ({ day }) => `お支払い日 ${day}`,
  underReview: 'お支払いを確認しています',
  reviewText: ({ seller }) => `${seller}がお支払いを確認しています。再度お支払いいただく必要はありません。`,
  reviewEnd: 'お支払いが完了しましたら、領収書をお送りします。承認されなかった場合、決済は行われません。',
  refundTitle: '返金が行われました',
  refundText: ({ seller, amount }) => `ご利用のお支払い方法に、${seller}から${amount}が返金されました。`,
  refundTime: '返金が反映されるまで数日かかることがあります。',
  refundedOn: ({ day }) => `返金日 ${day}`,
  refundId: '返金番号',
  originalPayment: '元のお支払い',
  viewReceipt: '領収書を見る',
  attached: '領収書のPDFを添付しています。',
  why: ({ seller }) => `このメールは、${seller}へのお支払いに関してお送りしています。`,

  merchant: {
    approved: {
      subject: ({ amount, number }) => `入金がありました · ${amount}（請求書 ${number}）`,
      title: '入金がありました',
      paidInFull: 'この請求書は全額支払済みです。',
    },
    review: {
      subject: ({ amount, number }) => `確認が必要なお支払い · ${amount}（請求書 ${number}）`,
      title: '確認待ちのお支払いがあります',
      text: '承認または却下してください。それまで、お客様はこの請求書に対して別のお支払いを行えません。',
    },
    refunded: {
      subject: ({ amount, number }) => `返金が完了しました · ${amount}（請求書 ${number}）`,
      title: '返金が完了しました',
      text: 'お客様のメールアドレスが登録されている場合は、お客様にもお知らせしています。',
    },
    customer: 'お客様',
    why: ({ seller }) => `このメールは、${seller}の請求書設定でメール通知が有効になっているため、お送りしています。`,
    cardTesting: {
      subject: ({ seller }) => `${seller}で承認されないお支払いが増えています`,
      title: '盗難カードの不正利用が試されている可能性があります',
      happened: 'お支払いリンクで、承認されないお支払いが通常より多く発生しています。',
      now: 'リンクは引き続きご利用いただけます。状況が落ち着くまで、お支払いの際にカード会社での本人認証（3\u2011Dセキュア）または簡単なセキュリティ確認を行います。',
      todo: '最近のお支払いをご確認のうえ、心当たりのないものは返金してください。',
      view: '支払済みの請求書を見る',
      declined: '承認されなかった件数',
      attempts: 'お支払いの試行件数',
      since: '検知日時',
      why: ({ seller }) => `このメールは、${seller}の連絡先として登録されている方にお送りしています。`,
    },
  },
}
