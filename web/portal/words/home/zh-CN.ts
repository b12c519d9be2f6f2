// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: '首页',
  nothing: '没有需要处理的事项',
  nothingText: '逾期账单、审核中的付款和被拒收的邮件会显示在这里。',
  toInvoices: '全部账单',
  attention: ({ count, text }) => plural('zh-CN', count, { other: `有 ${text} 件事项需要处理` }),
  overdue: '已逾期',
  overdueText: '已过到期日，尚未付清。',
  underReview: '审核中',
  underReviewText: '有付款等待处理决定。',
  refusedMails: '被拒收的邮件',
  refusedMailsText: '邮件未送达客户。请核对地址后重新发送。',
  showAll: ({ text }) => `查看全部 ${text} 份`,
  late: ({ count, text }) => plural('zh-CN', count, { other: `逾期 ${text} 天` }),
  due: ({ day }) => `${day}到期`,
  refusedAt: ({ time }) => `拒收时间：${time}`,
  unnamed: '未填姓名',
  failed: '无法加载此页面',
}
