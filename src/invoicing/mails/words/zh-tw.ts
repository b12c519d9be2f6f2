// pure
import { spaced } from '../../../kernel/wording/spaced.ts'
import type { OwnInvoiceMailWords } from './invoice-mail-words.ts'

export const ZH_TW: OwnInvoiceMailWords = {
  subjects: {
    due: ({ number, seller, amount, due }) =>
      number === undefined
        ? spaced`${seller}的帳單 · ${amount}，${due}到期`
        : spaced`${seller}的帳單 ${number} · ${amount}，${due}到期`,
    overdue: ({ number, seller, amount, due }) =>
      number === undefined
        ? spaced`${seller}的帳單 · ${amount}，已於${due}到期`
        : spaced`${seller}的帳單 ${number} · ${amount}，已於${due}到期`,
    nothingDue: ({ number, seller }) =>
      number === undefined ? spaced`${seller}的帳單` : spaced`${seller}的帳單 ${number}`,
    reminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? spaced`提醒：${seller}的帳單即將到期 · ${amount}，${due}到期`
        : spaced`提醒：${seller}的帳單 ${number} 即將到期 · ${amount}，${due}到期`,
    overdueReminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? spaced`提醒：${seller}的帳單已逾期 · ${amount}，已於${due}到期`
        : spaced`提醒：${seller}的帳單 ${number} 已逾期 · ${amount}，已於${due}到期`,
    canceled: ({ number, seller }) =>
      number === undefined ? spaced`${seller}的帳單已取消` : spaced`${seller}的帳單 ${number} 已取消`,
  },
  shortSubjects: {
    due: ({ amount, due }) => `${amount}，${due}到期`,
    overdue: ({ amount, due }) => `${amount}，已於${due}到期`,
    reminder: ({ amount, due }) => `提醒：${amount}，${due}到期`,
    overdueReminder: ({ amount, due }) => `提醒：${amount} 已逾期（${due}到期）`,
  },
  titles: {
    invoice: ({ seller }) => spaced`來自${seller}的帳單`,
    reminder: '您的帳單即將到期',
    overdueReminder: '您的帳單已逾期',
    canceled: '您的帳單已取消',
  },
  preheaders: {
    payBy: ({ due }) => `請在${due}當日或之前線上查看並付款。`,
    view: '您可以線上查看。',
    overdue: ({ due }) => `帳單已於${due}到期，您仍可線上付款。`,
    canceled: '您不需要付款。',
  },
  wasDue: ({ due }) => `已於${due}到期`,
  sent: ({ seller }) => spaced`${seller}寄了一份帳單給您。`,
  sentAgain: ({ seller }) => spaced`再次為您寄上${seller}的帳單。`,
  dueIn: ({ days }) => (days === 1 ? '提醒您：此帳單將於明天到期。' : `提醒您：此帳單將在 ${days}\u00A0天後到期。`),
  dueToday: '提醒您：此帳單今天到期。',
  overdue: '我們尚未收到您對此帳單的付款。',
  alreadyPaid: '如果您已付款，請忽略此郵件。',
  canceled: ({ seller }) => spaced`${seller}已取消此帳單，您不需要付款。`,
  thankYou: '謝謝',
  attached: '帳單的 PDF 檔案請見附件。',
  why: ({ seller, address }) => spaced`此郵件寄送至 ${address}，是因為${seller}向此電子郵件地址寄送了帳單。`,
}
