"""The certificate of a hub in one room: made here, named in invitations, and trusted by nobody else."""

import datetime as dt
import ipaddress
import os
from pathlib import Path

from jurybox.hub.errors import HubRefused
from jurybox.language import tr

_YEARS = 2


def make_certificate(host: str, certificate: Path, key: Path) -> None:
    """Write a certificate for an address, and its key, which only its owner may read."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import NameOID
    except ImportError as error:
        raise HubRefused(
            tr("A hub of one room needs the library cryptography. Install it with: pip install 'jurybox[hub]'")
        ) from error
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Jurybox hub")])
    begins = dt.datetime.now(dt.UTC) - dt.timedelta(days=1)
    names: list[x509.GeneralName] = [x509.DNSName("localhost"), *_names(host)]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + dt.timedelta(days=365 * _YEARS))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(private, hashes.SHA256())
    )
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    descriptor = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(
            private.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )


def _names(host: str):  # type: ignore[no-untyped-def]  # noqa: ANN202 - types of a library that is optional
    from cryptography import x509

    try:
        return [x509.IPAddress(ipaddress.ip_address(host))]
    except ValueError:
        return [x509.DNSName(host)]
