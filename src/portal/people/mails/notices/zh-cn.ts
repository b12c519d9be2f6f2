// pure
import type { NoticeWords } from './notice-words.ts'

export const ZH_CN: NoticeWords = {
  events: {
    'new-browser': { subject: '在新浏览器中登录', text: '有人在我们尚不认识的浏览器中登录了您的账户。' },
    'recovery-code-used': {
      subject: '使用恢复代码登录',
      text: '有人使用您的一个恢复代码登录了您的账户。该代码已失效。',
    },
    'password-changed': { subject: '您的密码已更改', text: '您账户的密码已更改。' },
    'codes-turned-on': {
      subject: '一次性验证码已启用',
      text: '现在登录您的账户还需要一次性验证码。已显示十个新的恢复代码。',
    },
    'codes-turned-off': { subject: '一次性验证码已停用', text: '现在只需密码即可登录您的账户。' },
    'access-ended': { subject: '您的访问权限已停用', text: '您无法再登录，并且已在所有设备上退出登录。' },
  },
  ifYou: '如果是您本人操作，则无需处理。',
  ifNotYou:
    '如果不是您本人操作，请立即设置新密码，您将在所有设备上退出登录。然后请在个人资料中检查一次性验证码，并告知您所在组织的所有者。',
  link: '设置新密码',
  askOperator: '如果这不在您的预期之内，请联系您所在组织的所有者。',
  when: '时间',
  browser: '浏览器',
  network: '网络',
}
