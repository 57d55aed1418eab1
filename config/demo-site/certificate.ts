/**
 * A self-signed certificate for the demo site's hosts, valid until 2126, and its key, both in PEM. The key may be public:
 * the host names are reserved, and the process only connects to itself.
 */
export const CERTIFICATE: string = `-----BEGIN CERTIFICATE-----
MIIBrzCCAVWgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1icm9vbS5l
eGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjYwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1icm9vbS5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEyGnW
d96UxzESkm59WrAuHRW255WwG4XUfRSe7Wy6NpRGMdrNqQGGsPlCyi83JYXuFyvF
8KUg5fFzFw5i0Z5Ku6OBjTCBijAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBTQ
T+JMI6TBsYviJqCiG99lqlzz1zBYBgNVHREEUTBPgg1icm9vbS5leGFtcGxlghF3
d3cuYnJvb20uZXhhbXBsZYIPbS5icm9vbS5leGFtcGxlghR4bi0tYnJvbS02cWEu
ZXhhbXBsZYcEwAACUDAKBggqhkjOPQQDAgNIADBFAiBIGPXbyJTSs+jTvBRwwBDL
a+ctXLnjCkV19IjrPCGHhwIhAKyZW5K8YFYbY7mXM4u6zwIuhSnh7Gi9KwptgZ4I
w53z
-----END CERTIFICATE-----
`;

export const PRIVATE_KEY: string = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg06wjIV+yEANFVByL
Do1Owo6EN1QaTi2a294MZBS5p2OhRANCAATIadZ33pTHMRKSbn1asC4dFbbnlbAb
hdR9FJ7tbLo2lEYx2s2pAYaw+ULKLzclhe4XK8XwpSDl8XMXDmLRnkq7
-----END PRIVATE KEY-----
`;
