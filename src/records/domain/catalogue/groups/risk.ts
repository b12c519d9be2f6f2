import { group, instant, integer, text } from '../make-group.ts'

export const AFS_FIELDS = group(36, 'AFSFields', 'AFSFields.', {
  Factors: text(255, 'Factors.'),
  HostSeverity: text(255, 'Host Severity.'),
  InfoCodeString: text(255, 'Info Code String.'),
  IPAddress: text(255, 'IPAddress.'),
  IPCountry: text(50, 'IPCountry.', { isRepetitive: true }),
  IPRoutingMethod: text(255, 'IPRouting Method.'),
  IPState: text(50, 'IPState.', { isRepetitive: true }),
  Model: text(255, 'Model.'),
  Score: integer('Score.'),
})

export const FRAUD_DECISION_EVENTS = group(
  37,
  'FraudDecisionEvents',
  'Fraud Decision Events.',
  {
    EventPolicy: text(255, 'Event Policy.'),
    TypeofEvent: text(255, 'Typeof Event.'),
  },
  { aliases: ['DecisionManagerEvents'] },
)

export const DEVICE = group(38, 'Device', 'Device.', {
  DeviceID: text(255, 'Device ID.'),
})

export const DEVICE_FINGERPRINT_FIELDS = group(
  39,
  'DeviceFingerprintFields',
  'Device Fingerprint Fields.',
  {
    BrowserLanguage: text(255, 'Browser Language.'),
    DeviceLatitude: text(255, 'Device Latitude.'),
    DeviceLongitude: text(255, 'Device Longitude.'),
    'Fingerprint/DeviceFingerprint': text(255, 'Fingerprint/Device Fingerprint.'),
    FlashEnabled: text(255, 'Flash Enabled.'),
    FlashOperatingSystem: text(255, 'Flash Operating System.'),
    FlashVersion: text(255, 'Flash Version.'),
    GPSAccuracy: text(255, 'GPSAccuracy.'),
    ImagesEnabled: text(255, 'Images Enabled.'),
    'Jailbreak/RootPrivileges': text(255, 'Jailbreak/Root Privileges.'),
    JavaScriptEnabled: text(255, 'Java Script Enabled.'),
    ProfiledURL: text(255, 'Profiled URL.'),
    ProxyIPAddress: text(255, 'Proxy IPAddress.'),
    ProxyIPAddressActivities: text(255, 'Proxy IPAddress Activities.'),
    ProxyServerType: text(50, 'Proxy Server Type.', { isRepetitive: true }),
    ScreenResolution: text(255, 'Screen Resolution.'),
    SmartID: text(255, 'Smart ID.'),
    SmartIDConfidenceLevel: text(255, 'Smart IDConfidence Level.'),
    TimeOnPage: text(255, 'Time On Page.'),
    TrueIPAddress: text(255, 'True IPAddress.'),
    TrueIPAddressActivities: text(255, 'True IPAddress Activities.'),
    TrueIPAddressAttributes: text(255, 'True IPAddress Attributes.'),
  },
)

export const EMAIL_RISK_FIELDS = group(
  40,
  'EmailRiskFields',
  'Email risk.',
  {
    FraudType: text(50, 'Fraud Type.', { isRepetitive: true }),
    'IP Postal': text(255, 'IP Postal.'),
    IPCity: text(255, 'IPCity.'),
    IPCountry: text(50, 'IPCountry.', { isRepetitive: true }),
    IPRegion: text(255, 'IPRegion.'),
    SourceIndustry: text(255, 'Source Industry.'),
  },
  { aliases: ['EmailageFields'] },
)

export const MARK_AS_SUSPECT_FIELDS = group(41, 'MarkAsSuspectFields', 'Mark As Suspect Fields.', {
  MarkingDate: instant('Marking Date.'),
  MarkingNotes: text(255, 'Marking Notes.'),
  MarkingReason: text(255, 'Marking Reason.'),
  MarkingUserName: text(255, 'Marking User Name.'),
})

export const VELOCITY_MORPHING = group(42, 'VelocityMorphing', 'Velocity Morphing.', {
  FieldName: text(255, 'Field Name.'),
  InfoCode: text(255, 'Info Code.'),
})

export const IDENTITY_CHECK_FIELDS = group(
  43,
  'IdentityCheckFields',
  'Identity check.',
  {
    EmailDomainCreationDate: instant('Email Domain Creation Date.'),
  },
  { aliases: ['WhitepagesProFields'] },
)
