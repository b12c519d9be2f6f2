// pure
import { spaced } from '../../../kernel/wording/spaced.ts'
import type { PaymentMailWords } from './payment-mail-words.ts'

export const ZH_TW: PaymentMailWords = {
  subjects: {
    receipt: ({ number, seller, amount }) =>
      number === undefined
        ? spaced`${seller}的收據 · 已付 ${amount}`
        : spaced`${seller}的收據（帳單 ${number}）· 已付 ${amount}`,
    partialReceipt: ({ number, seller, amount }) =>
      number === undefined
        ? spaced`${seller}的部分付款收據 · 已付 ${amount}`
        : spaced`${seller}的部分付款收據（帳單 ${number}）· 已付 ${amount}`,
    review: ({ number, seller, amount }) =>
      number === undefined
        ? spaced`您付給${seller}的款項正在審核中 · ${amount}`
        : spaced`您付給${seller}的款項（帳單 ${number}）正在審核中 · ${amount}`,
    refund: ({ number, seller, amount }) =>
      number === undefined ? spaced`${seller}的退款 · ${amount}` : spaced`${seller}的退款（帳單 ${number}）· ${amount}`,
  },
  shortSubjects: {
    receipt: ({ amount }) => `收據：已付 ${amount}`,
    partialReceipt: ({ amount }) => `部分付款收據：已付 ${amount}`,
    review: ({ amount }) => `款項正在審核中：${amount}`,
    refund: ({ amount }) => `退款：${amount}`,
  },
  thankYou: '感謝您的付款',
  received: ({ seller }) => spaced`${seller}已收到您的付款。`,
  paidInFull: '您的帳單已付清，不需要再進行任何操作。',
  paidOn: ({ day }) => `付款日期：${day}`,
  underReview: '您的付款正在審核中',
  reviewText: ({ seller }) => spaced`${seller}正在審核這筆付款，您不需要再次付款。`,
  reviewEnd: '付款完成後，您會收到收據。如果付款遭拒絕，將不會扣款。',
  refundTitle: '您收到一筆退款',
  refundText: ({ seller, amount }) => spaced`${seller}已將 ${amount} 退回您原本的付款方式。`,
  refundTime: '款項可能需要幾天才會入帳。',
  refundedOn: ({ day }) => `退款日期：${day}`,
  refundId: '退款編號',
  originalPayment: '原付款金額',
  viewReceipt: '查看收據',
  attached: '收據的 PDF 檔案請見附件。',
  why: ({ seller }) => spaced`您收到此郵件，是因為有一筆付給${seller}的款項。`,

  merchant: {
    approved: {
      subject: ({ amount, number }) => `收到付款 · ${amount}（帳單 ${number}）`,
      title: '您收到一筆付款',
      paidInFull: '此帳單已付清。',
    },
    review: {
      subject: ({ amount, number }) => `付款待審核 · ${amount}（帳單 ${number}）`,
      title: '有一筆付款等待您審核',
      text: '請接受或拒絕這筆付款。在此之前，客戶無法對此帳單再次付款。',
    },
    refunded: {
      subject: ({ amount, number }) => `退款已完成 · ${amount}（帳單 ${number}）`,
      title: '一筆退款已完成',
      text: '如果有客戶的電子郵件地址，我們已寄信通知客戶。',
    },
    customer: '客戶',
    why: ({ seller }) => spaced`您收到此郵件，是因為${seller}在帳單設定中啟用了郵件通知。`,
    cardTesting: {
      subject: ({ seller }) => spaced`${seller}出現大量遭拒絕的付款`,
      title: '可能有人在測試盜用的卡片',
      happened: '您的付款連結上，遭拒絕的付款次數異常增加。',
      now: '您的連結仍可正常使用。在情況恢復正常之前，付款人需要透過銀行驗證卡片付款（3\u2011D\u00A0Secure），或完成簡短的安全驗證。',
      todo: '請檢查最近的付款；如有您不認得的付款，請退款。',
      view: '查看已付清的帳單',
      declined: '遭拒絕的次數',
      attempts: '付款總次數',
      since: '發現時間',
      why: ({ seller }) => spaced`您收到此郵件，是因為您的電子郵件地址是${seller}的聯絡地址。`,
    },
  },
}
