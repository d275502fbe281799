#!/usr/bin/env python3
"""Packs the client: `python3 pack.py FOLDER` writes pramaan_client-<version>-py3-none-any.whl there (PEP 427).

The verifier is docs/verify/pramaan_verify.py itself, under the name `verify`; the version is that of the project.
"""
import base64, hashlib, json, pathlib, sys, zipfile

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent


def main(folder):
    version = json.loads((PROJECT / 'package.json').read_text('utf-8'))['version']
    info = f'pramaan_client-{version}.dist-info'
    metadata = (f'Metadata-Version: 2.1\nName: pramaan-client\nVersion: {version}\n'
                'Summary: Client and verifier of the Pramaan tariff API\nLicense: Apache-2.0\nRequires-Python: >=3.9\n')
    files = {
        'pramaan_client/__init__.py': (HERE / 'pramaan_client' / '__init__.py').read_bytes(),
        'pramaan_client/verify.py': (PROJECT / 'docs' / 'verify' / 'pramaan_verify.py').read_bytes(),
        f'{info}/METADATA': metadata.encode(),
        f'{info}/LICENSE': (PROJECT / 'LICENSE').read_bytes(),
        f'{info}/WHEEL': b'Wheel-Version: 1.0\nGenerator: pack.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    }
    hashed = [f'{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()},{len(data)}'
              for name, data in files.items()]
    files[f'{info}/RECORD'] = '\n'.join([*hashed, f'{info}/RECORD,,', '']).encode()
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    wheel = pathlib.Path(folder) / f'pramaan_client-{version}-py3-none-any.whl'
    with zipfile.ZipFile(wheel, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            # Reproducible: the same sources always give the same bytes.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
    print(wheel)


if __name__ == '__main__':
    if len(sys.argv) != 2 or sys.argv[1].startswith('-'):
        print('name the folder to write the package to', file=sys.stderr)
        sys.exit(2)
    main(sys.argv[1])
