import { group, instant, text } from '../make-group.ts'

export const PAYMENT_METHOD = group(13, 'PaymentMethod', 'Payment Method.', {
  AccountSuffix: text(255, 'Account Suffix.'),
  BankAccountName: text(255, 'Bank Account Name.'),
  BankCode: text(255, 'Bank Code.'),
  BoletoBarCodeNumber: text(255, 'Boleto Bar Code Number.'),
  BoletoNumber: text(255, 'Boleto Number.'),
  CardCategory: text(50, 'Card Category.', { isRepetitive: true }),
  CardCategoryCode: text(255, 'Card Category Code.'),
  CardType: text(50, 'Card Type.', { isRepetitive: true }),
  CheckNumber: text(255, 'Check Number.'),
  ExpirationMonth: text(255, 'Expiration Month.'),
  ExpirationYear: text(255, 'Expiration Year.'),
  IssueNumber: text(255, 'Issue Number.'),
  MandateId: text(255, 'Mandate Id.'),
  MandateType: text(50, 'Mandate Type.', { isRepetitive: true }),
  SignatureDate: instant('Signature Date.'),
  StartMonth: text(255, 'Start Month.'),
  StartYear: text(255, 'Start Year.'),
  WalletType: text(50, 'Wallet Type.', { isRepetitive: true }),
  AdditionalCardType: text(50, 'Additional Card Type.', { isRepetitive: true }),
})

export const PAYMENT_FIELDS = group(14, 'PaymentFields', 'Payment Fields.', {
  AccountSuffix: text(255, 'Account Suffix.'),
  CardBIN: text(255, 'Card BIN.'),
  CardBINCountry: text(50, 'Card BINCountry.', { isRepetitive: true }),
  CardIssuer: text(255, 'Card Issuer.'),
  CardScheme: text(255, 'Card Scheme.'),
  CardType: text(50, 'Card Type.', { isRepetitive: true }),
  CardVerificationResult: text(255, 'Card Verification Result.'),
})

export const BANK_INFO = group(15, 'BankInfo', 'Bank Info.', {
  Address: text(255, 'Address.'),
  BranchCode: text(255, 'Branch Code.'),
  City: text(255, 'City.'),
  Country: text(50, 'Country.', { isRepetitive: true }),
  Name: text(255, 'Name.'),
  SwiftCode: text(255, 'Swift Code.'),
})

export const CHECK = group(16, 'Check', 'Check.', {
  BankTransitNumber: text(255, 'Bank Transit Number.'),
  AccountEncoderID: text(255, 'Account Encoder ID.'),
  SecCode: text(255, 'Sec Code.'),
})

export const FUND_TRANSFER = group(17, 'FundTransfer', 'Fund Transfer.', {
  BankCheckDigit: text(255, 'Bank Check Digit.'),
  IbanIndicator: text(50, 'Iban Indicator.', { isRepetitive: true }),
})

export const GIFT_CARD = group(18, 'GiftCard', 'Gift Card.', {
  CurrentBalance: text(255, 'Current Balance.'),
  PreviousBalance: text(255, 'Previous Balance.'),
  RedemptionType: text(50, 'Redemption Type.', { isRepetitive: true }),
})

export const TMS_TOKEN = group(19, 'TMSToken', 'TMSToken.', {
  PaymentInstrumentID: text(255, 'Payment Instrument ID.'),
  InstrumentIdentifierID: text(255, 'Instrument Identifier ID.'),
  ShippingAddressID: text(255, 'Shipping Address ID.'),
})

export const TOKEN = group(20, 'Token', 'Token.', {
  NetworkTokenTransType: text(50, 'Network Token Trans Type.', { isRepetitive: true }),
  TokenCode: text(255, 'Token Code.'),
})
