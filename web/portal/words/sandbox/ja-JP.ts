import type { SandboxWords } from './sandbox-words.ts'

export const words: SandboxWords = {
  intro: 'テストモードのツールです。このインストールのすべての組織で共有されます。',
  inbox: '受信トレイ',
  inboxText: '送信されるはずだったすべてのメール。',
  lab: 'Webhookの受信先',
  labText: '配信を受け取り、署名を確認し、必要に応じて失敗するアドレスです。',
  clock: '時計',
  clockText: '時刻を動かして、リマインダー、レポート、精算の動きを確認できます。',
  openPage: ({ name }) => `${name}を開く`,
  demo: 'デモデータ',
  demoText: 'レポートを試すための、この加盟店の1年分のサンプルの支払いです。返金、異議申し立て、入金を含みます。',
  demoMerchantOnly: '加盟店に切り替えると、そのデモデータを読み込めます。',
  load: 'デモデータを読み込む',
  loading: '読み込み中…',
  loaded: ({ text }) => `デモデータを読み込みました：${text}件のレコード。`,
  wasLoaded: 'デモデータはすでにあります。',
  only: 'これらのツールはテストモードにのみあります。',
}
