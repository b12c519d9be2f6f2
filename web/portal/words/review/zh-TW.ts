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
  title: '審核',
  queue: '審核中的付款',
  switchedOff: '此組織未啟用詐騙管理：不會再有付款保留待審核。',
  empty: '沒有待審核的付款',
  emptyText: '保留待審核的付款會顯示在這裡，最緊急的排在最前。',
  choose: '請選擇一筆付款，或按 j 鍵。',
  more: '處理完這些後，其餘付款會依序遞補。',
  waits: ({ span }: Spanned) => `已等待 ${span}`,
  left: ({ span }: Spanned) => `剩餘 ${span}`,
  you: '您',
  someone: ({ name }: Named) => name,
  invoice: ({ number }: Numbered) => `帳單 ${number}`,
  deadline: ({ time, span }: Deadline) => `請在 ${time} 前決定（剩餘 ${span}）`,
  accept: '接受',
  reject: '拒絕',
  notYours: '您的角色可以查看審核，但不能決定。',
  isDeciding: '正在執行決定。',
  notHeld: '由您處理此付款後即可決定。',
  failed: '無法載入付款',
  heldBySomeone: '其他人正在處理此付款。',
  heldBy: ({ name, time }: Holding) => `${name} 自 ${time} 起正在處理此付款。`,
  takeOver: '接手',
  takenOver: '此付款現在由您處理。',
  comment: '備註',
  commentHelp: '將與付款一起保存並顯示在報表中。',
  notCarriedOut: '金流服務商未執行該決定。請重試。',
  decisions: {
    accept: {
      question: ({ amount }: Amount) => `接受 ${amount}？`,
      text: '將完成請款，付款人會收到收據。',
      confirm: ({ amount }: Amount) => `接受 ${amount}`,
      done: ({ amount }: Amount) => `已接受 ${amount}。`,
    },
    reject: {
      question: ({ amount }: Amount) => `拒絕 ${amount}？`,
      text: '將釋放已授權的金額，帳單可再次付款。',
      confirm: ({ amount }: Amount) => `拒絕 ${amount}`,
      done: ({ amount }: Amount) => `已拒絕 ${amount}。`,
    },
  },
  since: '審核開始時間',
  shipTo: '收貨地址',
  bin: '卡號開頭',
  cardCountry: '發卡國家或地區',
  network: '卡片網路',
  rules: '保留待審核的原因',
  earlier: '此客戶的過往付款',
  firstTime: '此電子郵件先前沒有付款。',
  noAddress: '付款人未提供電子郵件，無法得知過往付款。',
  count: ({ count, text }: Counted) => plural('zh-TW', count, { other: `${text} 筆付款待處理` }),
  disputes: ({ count, text }: Counted) => plural('zh-TW', count, { other: `${text} 起爭議` }),
}
