// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'
import type { words as english } from './en-US.ts'

export const words: typeof english = {
  title: '首頁',
  nothing: '沒有需要處理的事項',
  nothingText: '逾期帳單、審核中的付款和遭拒收的郵件會顯示在這裡。',
  toInvoices: '所有帳單',
  attention: ({ count, text }) => plural('zh-TW', count, { other: `有 ${text} 件事項需要處理` }),
  overdue: '已逾期',
  overdueText: '已過到期日，尚未付清。',
  underReview: '審核中',
  underReviewText: '有付款等待處理決定。',
  refusedMails: '遭拒收的郵件',
  refusedMailsText: '郵件未送達客戶。請確認地址後重新寄送。',
  showAll: ({ text }) => `查看全部 ${text} 份`,
  late: ({ count, text }) => plural('zh-TW', count, { other: `逾期 ${text} 天` }),
  due: ({ day }) => `${day}到期`,
  refusedAt: ({ time }) => `拒收時間：${time}`,
  unnamed: '未填姓名',
  failed: '無法載入此頁面',
}
