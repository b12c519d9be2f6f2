// pure
import type { OwnPageWords } from './page-words.ts'

const DECLINED =
  'カード会社または銀行でお支払いが承認されませんでした。別のお支払い方法をお試しいただくか、カード会社・銀行にお問い合わせください。'

export const JA_JP: OwnPageWords = {
  title: ({ seller }) => `${seller}へのお支払い`,
  language: '言語',
  testCards: 'テストカード',
  testApproved: '承認されます',
  testApprovedUpTo: ({ amount }) => `${amount}まで承認されます。それを超えると金額によって結果が変わります`,
  testReview: '確認のため保留されます',
  testChallenge: '本人認証を求めます（3Dセキュア）',
  testStoredDecline: '承認されます。保存したカードでの以後の決済は拒否されます',
  testCardsNote: '有効期限は将来の日付、セキュリティコードは任意の数字を使えます。',
  preview: 'プレビュー：お客様はまだこの請求書の閲覧もお支払いもできません',
  previewOfPublished: 'プレビュー：このページではお支払いいただけません',
  numberAndDue: ({ number, due }) => `請求書 ${number} · 支払期日 ${due}`,
  details: ({ count }) => `明細（${count}件）`,
  showDetails: '明細',
  downloadPdf: 'PDFをダウンロード',
  paymentsSoFar: 'これまでのお支払い',
  questions: ({ seller }) => `ご不明な点は${seller}までお問い合わせください`,
  secured: 'お支払い情報は暗号化して送信され、ここには保存されません。',

  howMuch: 'お支払い金額を選択してください',
  fullAmount: '全額',
  otherAmount: '金額を指定',
  minimum: ({ amount }) => `${amount}以上`,
  remaining: ({ amount }) => `今回のお支払い後の残額は${amount}です。`,
  remainingBelowMinimum: ({ amount }) =>
    `残額は${amount}となります。最低金額を下回るため、残額は一度に全額お支払いいただくことになります。`,
  confirmRest: ({ amount }) =>
    `残額は${amount}となります。最低金額を下回るため、残額は一度に全額お支払いいただくことになります。金額を変更するか、このままお支払いになる場合はもう一度ボタンを押してください。`,

  payWith: 'お支払い方法',
  cardNumber: 'カード番号',
  expiry: '有効期限',
  expiryExample: '月 / 年',
  securityCode: 'セキュリティコード',
  nameOnCard: 'カード名義',
  saveCard: ({ seller }) => `今後のご請求分を${seller}がこのカードで決済できるよう、カードを保存する`,
  accountHolder: '口座名義',
  routingNumber: 'ルーティング番号',
  accountNumber: '口座番号',
  debitMandate: ({ seller }) =>
    `お支払いにより、${seller}がこの金額を一度だけ口座から引き落とすことに同意したものとみなされます。`,
  walletNext: ({ wallet }) => `次のページで、${wallet}でのお支払いを確定してください。`,
  hostedChoice: 'カードまたはその他のお支払い方法',
  hostedNext: '決済サービスの安全なページでお支払いを完了していただきます。',

  yourDetails: 'お客様情報',
  shippingAddress: 'お届け先住所',
  phone: '電話番号',
  fullName: 'お名前',
  street: '町名・番地',
  streetMore: '建物名・部屋番号',
  town: '市区町村',
  region: '都道府県',
  postalCode: '郵便番号',
  country: '国・地域',
  optional: ({ label }) => `${label}（任意）`,
  choose: '選択してください',

  payOther: '支払う',
  paying: '処理しています…',
  stillWorking: '処理を続けています。このページを閉じずにお待ちください。',

  pleaseCheck: '次の項目をご確認ください：',
  problems: {
    required: 'この項目を入力してください。',
    plainText: 'この項目をご確認ください。',
    cardNumber: 'カード番号をご確認ください。',
    expiry: '有効期限を「月 / 年」の形式で入力してください。',
    expired: 'このカードは有効期限が切れています。',
    securityCode: 'カード裏面の3桁の数字（American Expressは表面の4桁）を入力してください。',
    routingNumber: 'ルーティング番号（9桁）を入力してください。',
    accountNumber: '口座番号をご確認ください。',
    email: 'メールアドレスをご確認ください。',
    phone: '電話番号をご確認ください。',
    choice: '選択肢から選んでください。',
    tooShort: ({ count }) => `${count}文字以上で入力してください。`,
    tooLong: ({ count }) => `${count}文字以内で入力してください。`,
    personal: 'カード番号や身分証明書の番号は入力しないでください。',
    amount: ({ example }) => `金額を入力してください（例：${example}）。`,
    ambiguousAmount: ({ one, other }) => `${one}と${other}のどちらでしょうか。いずれかの形で入力してください。`,
    unclearAmount: ({ amount }) => `${amount}でしょうか。その形で入力してください。`,
    tooManyDecimals: 'この通貨では小数点以下の桁数が多すぎます。',
    belowMinimum: ({ amount }) => `${amount}以上の金額を入力してください。`,
    aboveBalance: ({ amount }) => `${amount}以下の金額を入力してください。`,
  },
  declines: {
    declined: DECLINED,
    insufficientFunds: '残高が不足しています。別のお支払い方法をお試しください。',
    expiredCard: 'このカードは有効期限が切れています。有効期限をご確認いただくか、別のカードをお使いください。',
    lostOrStolen: DECLINED,
    invalidCard: 'カード番号が正しくありません。番号をご確認いただくか、別のカードをお使いください。',
    wrongSecurityCode: 'セキュリティコードが正しくありません。ご確認のうえ、もう一度お試しください。',
    limitExceeded: 'カードの利用限度額を超えています。別のお支払い方法をお試しください。',
    notAllowed: 'このカードはこのお支払いにはご利用いただけません。別のお支払い方法をお試しください。',
    issuerUnavailable: 'カード会社または銀行に接続できませんでした。数分後にもう一度お試しください。',
    authenticationFailed: '本人認証ができませんでした。もう一度お試しいただくか、別のカードをお使いください。',
    suspectedFraud: DECLINED,
    accountProblem: 'この口座からは引き落としができません。内容をご確認いただくか、別のお支払い方法をお試しください。',
    notProcessed: 'お支払いを完了できませんでした。決済は行われていません。もう一度お試しください。',
    authorizationExpired: '期限までにお支払いが完了しませんでした。決済は行われていません。もう一度お試しください。',
  },
  tooManyDeclines: ({ seconds }) => `承認されなかったお支払いが続いています。${seconds}秒後にもう一度お試しください。`,
  tooManyDeclinesMinutes: ({ minutes }) =>
    `承認されなかったお支払いが続いています。${minutes}分後にもう一度お試しください。`,
  amountChanged: 'ご請求額が変わりました。金額をご確認のうえ、お支払いください。',
  notStarted: 'お支払いを開始できませんでした。決済は行われていません。もう一度お試しください。',

  screens: {
    paid: { title: 'この請求書はお支払い済みです', text: () => 'ありがとうございます。残りのお支払いはありません。' },
    canceled: {
      title: 'この請求書は取り消されました',
      text: ({ seller }) => `お支払いはできません。ご不明な点は${seller}までお問い合わせください。`,
    },
    expired: {
      title: 'このお支払いリンクは有効期限が切れています',
      text: ({ seller }) => `新しいリンクについては${seller}までお問い合わせください。`,
    },
    underReview: {
      title: '確認待ちのお支払いがあります',
      text: ({ seller }) => `${seller}がお支払いを確認しています。再度お支払いいただく必要はありません。`,
    },
    suspended: {
      title: 'お支払いの受付を一時停止しています',
      text: ({ seller }) => `現在、${seller}ではお支払いを受け付けておりません。`,
    },
    nothingToPay: { title: 'お支払いの必要はありません', text: () => 'この請求書の合計金額は0です。' },
    held: {
      title: 'お支払いの処理中です',
      text: () =>
        '現在、この請求書のお支払い手続きが行われています。完了しなかった場合は、数分後にお支払いいただけます。',
    },
    noMethod: {
      title: 'オンラインでのお支払いはご利用いただけません',
      text: ({ seller }) => `お支払い方法については${seller}までお問い合わせください。`,
    },
    working: {
      title: 'お支払いを確認しています',
      text: () =>
        '1分ほどかかることがあります。再度お支払いにならないようお願いいたします。このページは自動的に更新されます。',
    },
  },

  failures: {
    notFound: {
      title: 'このページは存在しません',
      text: 'リンクをご確認いただくか、送信者に新しいリンクをご依頼ください。',
    },
    unreadable: {
      title: 'リクエストを読み取れませんでした',
      text: '決済は行われていません。お支払いページをもう一度開き、フォームに入力し直してください。',
    },
    tooLarge: {
      title: '入力内容が長すぎます',
      text: '決済は行われていません。入力内容を短くして、もう一度お試しください。',
    },
    tooMany: {
      title: 'リクエストが多すぎます',
      text: '1分ほどお待ちいただいてから、もう一度お試しください。',
    },
    failed: {
      title: 'エラーが発生しました',
      text: 'システム側の問題です。ご迷惑をおかけして申し訳ございません。お支払いの途中だった場合は、再度お支払いになる前に請求書をもう一度開き、お支払いが完了しているかご確認ください。',
    },
    unavailable: {
      title: 'このページは現在ご利用いただけません',
      text: '1分ほどしてからもう一度お試しください。お支払いの途中だった場合は、再度お支払いになる前に、請求書でお支払いが完了しているかご確認ください。',
    },
  },
  tryAgain: 'もう一度試す',

  thankYou: 'ありがとうございました',
  youPaid: ({ amount, seller }) => `${seller}に${amount}をお支払いいただきました。`,
  printReceipt: '領収書を印刷',
  downloadReceipt: '領収書をダウンロード',
  leaving: ({ seller }) => `${seller}のサイトに戻ります…`,
  leavingToProvider: '決済サービスのページに移動します…',
  goOn: '続ける',

  confirmTitle: 'お支払いの確認',
  confirmText: 'カード会社または銀行が、このお支払いの確認を求めています。',
  confirmWith: ({ wallet }) => `${wallet}で確認`,
  confirmPayment: '支払いを確定する',
  cancelPayment: 'キャンセル',
  simulated: 'これはシミュレーションです。実際の決済は行われません。',
  checkout: 'テスト決済',
}
