// pure
import { spaced } from '../../../kernel/wording/spaced.ts'
import type { PaymentMailWords } from './payment-mail-words.ts'

export const ZH_CN: PaymentMailWords = {
  subjects: {
    receipt: ({ number, seller, amount }) =>
      number === undefined
        ? spaced`${seller}的收据 · 已付 ${amount}`
        : spaced`${seller}的收据（账单 ${number}）· 已付 ${amount}`,
    partialReceipt: ({ number, seller, amount }) =>
      number === undefined
        ? spaced`${seller}的部分付款收据 · 已付 ${amount}`
        : spaced`${seller}的部分付款收据（账单 ${number}）· 已付 ${amount}`,
    review: ({ number, seller, amount }) =>
      number === undefined
        ? spaced`您支付给${seller}的款项正在审核中 · ${amount}`
        : spaced`您支付给${seller}的款项（账单 ${number}）正在审核中 · ${amount}`,
    refund: ({ number, seller, amount }) =>
      number === undefined ? spaced`${seller}的退款 · ${amount}` : spaced`${seller}的退款（账单 ${number}）· ${amount}`,
  },
  shortSubjects: {
    receipt: ({ amount }) => `收据：已付 ${amount}`,
    partialReceipt: ({ amount }) => `部分付款收据：已付 ${amount}`,
    review: ({ amount }) => `付款正在审核中：${amount}`,
    refund: ({ amount }) => `退款：${amount}`,
  },
  thankYou: '感谢您的付款',
  received: ({ seller }) => spaced`${seller}已收到您的付款。`,
  paidInFull: '您的账单已付清，无需其他操作。',
  paidOn: ({ day }) => `付款日期：${day}`,
  underReview: '您的付款正在审核中',
  reviewText: ({ seller }) => spaced`${seller}正在审核这笔付款，您无需再次付款。`,
  reviewEnd: '付款完成后，您会收到收据。如果付款被拒绝，不会扣款。',
  refundTitle: '您收到一笔退款',
  refundText: ({ seller, amount }) => spaced`${seller}已将 ${amount} 退回您原来的付款方式。`,
  refundTime: '款项可能需要几天才会到账。',
  refundedOn: ({ day }) => `退款日期：${day}`,
  refundId: '退款编号',
  originalPayment: '原付款金额',
  viewReceipt: '查看收据',
  attached: '收据的 PDF 文件见附件。',
  why: ({ seller }) => spaced`您收到此邮件，是因为有一笔支付给${seller}的款项。`,

  merchant: {
    approved: {
      subject: ({ amount, number }) => `收到付款 · ${amount}（账单 ${number}）`,
      title: '您收到一笔付款',
      paidInFull: '此账单已付清。',
    },
    review: {
      subject: ({ amount, number }) => `付款待审核 · ${amount}（账单 ${number}）`,
      title: '有一笔付款等待您审核',
      text: '请接受或拒绝这笔付款。在此之前，客户无法对此账单再次付款。',
    },
    refunded: {
      subject: ({ amount, number }) => `退款已完成 · ${amount}（账单 ${number}）`,
      title: '一笔退款已完成',
      text: '如果客户留有邮箱地址，我们已通过邮件通知客户。',
    },
    customer: '客户',
    why: ({ seller }) => spaced`您收到此邮件，是因为${seller}在账单设置中启用了邮件通知。`,
    cardTesting: {
      subject: ({ seller }) => spaced`${seller}出现大量被拒绝的付款`,
      title: '可能有人在测试盗用的银行卡',
      happened: '您的付款链接上，被拒绝的付款次数异常增多。',
      now: '您的链接仍可正常使用。在情况恢复正常之前，付款人需要通过银行验证银行卡付款（3\u2011D\u00A0Secure），或完成简短的安全验证。',
      todo: '请检查最近的付款；如有您不认识的付款，请退款。',
      view: '查看已付清的账单',
      declined: '被拒绝的次数',
      attempts: '付款总次数',
      since: '发现时间',
      why: ({ seller }) => spaced`您收到此邮件，是因为您的邮箱是${seller}的联系邮箱。`,
    },
  },
}
