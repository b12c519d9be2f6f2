// pure
import { spaced } from '../../../kernel/wording/spaced.ts'
import type { OwnInvoiceMailWords } from './invoice-mail-words.ts'

export const ZH_CN: OwnInvoiceMailWords = {
  subjects: {
    due: ({ number, seller, amount, due }) =>
      number === undefined
        ? spaced`${seller}的账单 · ${amount}，${due}到期`
        : spaced`${seller}的账单 ${number} · ${amount}，${due}到期`,
    overdue: ({ number, seller, amount, due }) =>
      number === undefined
        ? spaced`${seller}的账单 · ${amount}，已于${due}到期`
        : spaced`${seller}的账单 ${number} · ${amount}，已于${due}到期`,
    nothingDue: ({ number, seller }) =>
      number === undefined ? spaced`${seller}的账单` : spaced`${seller}的账单 ${number}`,
    reminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? spaced`提醒：${seller}的账单即将到期 · ${amount}，${due}到期`
        : spaced`提醒：${seller}的账单 ${number} 即将到期 · ${amount}，${due}到期`,
    overdueReminder: ({ number, seller, amount, due }) =>
      number === undefined
        ? spaced`提醒：${seller}的账单已逾期 · ${amount}，已于${due}到期`
        : spaced`提醒：${seller}的账单 ${number} 已逾期 · ${amount}，已于${due}到期`,
    canceled: ({ number, seller }) =>
      number === undefined ? spaced`${seller}的账单已取消` : spaced`${seller}的账单 ${number} 已取消`,
  },
  shortSubjects: {
    due: ({ amount, due }) => `${amount}，${due}到期`,
    overdue: ({ amount, due }) => `${amount}，已于${due}到期`,
    reminder: ({ amount, due }) => `提醒：${amount}，${due}到期`,
    overdueReminder: ({ amount, due }) => `提醒：${amount} 已逾期（${due}到期）`,
  },
  titles: {
    invoice: ({ seller }) => spaced`来自${seller}的账单`,
    reminder: '您的账单即将到期',
    overdueReminder: '您的账单已逾期',
    canceled: '您的账单已取消',
  },
  preheaders: {
    payBy: ({ due }) => `请在${due}当日或之前在线查看并付款。`,
    view: '您可以在线查看。',
    overdue: ({ due }) => `账单已于${due}到期，您仍可在线付款。`,
    canceled: '您无需付款。',
  },
  wasDue: ({ due }) => `已于${due}到期`,
  sent: ({ seller }) => spaced`${seller}给您发来了一份账单。`,
  sentAgain: ({ seller }) => spaced`现再次向您发送${seller}的账单。`,
  dueIn: ({ days }) => (days === 1 ? '温馨提醒：此账单将于明天到期。' : `温馨提醒：此账单将在 ${days}\u00A0天后到期。`),
  dueToday: '温馨提醒：此账单今天到期。',
  overdue: '我们尚未收到您对此账单的付款。',
  alreadyPaid: '如果您已付款，请忽略此邮件。',
  canceled: ({ seller }) => spaced`${seller}已取消此账单，您无需付款。`,
  thankYou: '谢谢',
  attached: '账单的 PDF 文件见附件。',
  why: ({ seller, address }) => spaced`此邮件发送至 ${address}，是因为${seller}向该邮箱发送了账单。`,
}
