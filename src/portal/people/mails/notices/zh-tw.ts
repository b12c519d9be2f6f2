// pure
import type { NoticeWords } from './notice-words.ts'

export const ZH_TW: NoticeWords = {
  events: {
    'new-browser': { subject: '在新瀏覽器登入', text: '有人在我們尚未認識的瀏覽器登入您的帳戶。' },
    'recovery-code-used': {
      subject: '使用復原碼登入',
      text: '有人使用您的一組復原碼登入您的帳戶。該復原碼已失效。',
    },
    'password-changed': { subject: '您的密碼已變更', text: '您帳戶的密碼已變更。' },
    'codes-turned-on': {
      subject: '一次性驗證碼已啟用',
      text: '現在登入您的帳戶還需要一次性驗證碼。已顯示十組新的復原碼。',
    },
    'codes-turned-off': { subject: '一次性驗證碼已停用', text: '現在只需密碼即可登入您的帳戶。' },
    'access-ended': { subject: '您的存取權已停用', text: '您無法再登入，且已在所有裝置上登出。' },
  },
  ifYou: '如果是您本人操作，則無需處理。',
  ifNotYou:
    '如果不是您本人操作，請立即設定新密碼，您將在所有裝置上登出。接著請在個人檔案中檢查一次性驗證碼，並告知您所屬組織的擁有者。',
  link: '設定新密碼',
  askOperator: '如果這不在您的預期之內，請聯絡您所屬組織的擁有者。',
  when: '時間',
  browser: '瀏覽器',
  network: '網路',
}
