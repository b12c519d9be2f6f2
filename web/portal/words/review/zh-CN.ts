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
  title: '审核',
  queue: '审核中的付款',
  switchedOff: '此组织未启用欺诈管理：不会再有付款留待审核。',
  empty: '没有待审核的付款',
  emptyText: '留待审核的付款会显示在这里，最紧急的排在最前。',
  choose: '请选择一笔付款，或按 j 键。',
  more: '处理完这些后，其余付款会依次补上。',
  waits: ({ span }: Spanned) => `已等待 ${span}`,
  left: ({ span }: Spanned) => `剩余 ${span}`,
  you: '您',
  someone: ({ name }: Named) => name,
  invoice: ({ number }: Numbered) => `账单 ${number}`,
  deadline: ({ time, span }: Deadline) => `请在 ${time} 前决定（剩余 ${span}）`,
  accept: '接受',
  reject: '拒绝',
  notYours: '您的角色可以查看审核，但不能决定。',
  isDeciding: '正在执行决定。',
  notHeld: '由您处理此付款后即可决定。',
  failed: '无法加载付款',
  heldBySomeone: '其他人正在处理此付款。',
  heldBy: ({ name, time }: Holding) => `${name} 自 ${time} 起正在处理此付款。`,
  takeOver: '接手',
  takenOver: '此付款现在由您处理。',
  comment: '备注',
  commentHelp: '将与付款一起保存并显示在报表中。',
  notCarriedOut: '支付服务商未执行该决定。请重试。',
  decisions: {
    accept: {
      question: ({ amount }: Amount) => `接受 ${amount}？`,
      text: '将完成请款，付款人会收到收据。',
      confirm: ({ amount }: Amount) => `接受 ${amount}`,
      done: ({ amount }: Amount) => `已接受 ${amount}。`,
    },
    reject: {
      question: ({ amount }: Amount) => `拒绝 ${amount}？`,
      text: '将释放已授权的金额，账单可再次付款。',
      confirm: ({ amount }: Amount) => `拒绝 ${amount}`,
      done: ({ amount }: Amount) => `已拒绝 ${amount}。`,
    },
  },
  since: '审核开始时间',
  shipTo: '收货地址',
  bin: '卡号开头',
  cardCountry: '发卡国家或地区',
  network: '卡组织',
  rules: '留待审核的原因',
  earlier: '此客户的过往付款',
  firstTime: '此邮箱此前没有付款。',
  noAddress: '付款人未提供电子邮箱，无法得知过往付款。',
  count: ({ count, text }: Counted) => plural('zh-CN', count, { other: `${text} 笔付款待处理` }),
  disputes: ({ count, text }: Counted) => plural('zh-CN', count, { other: `${text} 起争议` }),
}
