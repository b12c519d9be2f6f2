import type { SandboxWords } from './sandbox-words.ts'

export const words: SandboxWords = {
  intro: '測試模式的工具。此安裝的所有組織共用。',
  inbox: '收件匣',
  inboxText: '原本會寄出的每一封郵件。',
  lab: 'Webhook 接收器',
  labText: '接收投遞、檢查簽章並可依需要失敗的位址。',
  clock: '時鐘',
  clockText: '調整時間，查看提醒、報告和結算的到來。',
  openPage: ({ name }) => `開啟${name}`,
  demo: '示範資料',
  demoText: '此商家一年的範例付款，包括退款、爭議和入帳，用於試用報告。',
  demoMerchantOnly: '請切換到商家以載入其示範資料。',
  load: '載入示範資料',
  loading: '正在載入…',
  loaded: ({ text }) => `示範資料已載入：${text} 筆記錄。`,
  wasLoaded: '示範資料已經存在。',
  only: '這些工具只在測試模式中提供。',
}
