import type { SandboxWords } from './sandbox-words.ts'

export const words: SandboxWords = {
  intro: '测试模式的工具。此安装的所有组织共用。',
  inbox: '收件箱',
  inboxText: '本应发送的每一封邮件。',
  lab: 'Webhook 接收器',
  labText: '接收投递、检查签名并可按需失败的地址。',
  clock: '时钟',
  clockText: '调整时间，查看提醒、报告和结算的到来。',
  openPage: ({ name }) => `打开${name}`,
  demo: '演示数据',
  demoText: '此商户一年的示例付款，包括退款、争议和入账，用于试用报告。',
  demoMerchantOnly: '请切换到商户以加载其演示数据。',
  load: '加载演示数据',
  loading: '正在加载…',
  loaded: ({ text }) => `演示数据已加载：${text} 条记录。`,
  wasLoaded: '演示数据已经存在。',
  only: '这些工具只在测试模式中提供。',
}
