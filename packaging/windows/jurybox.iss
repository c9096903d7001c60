; Makes the Windows installer, with Inno Setup 6:
;
;   python packaging\freeze\build.py C:\jurybox-frozen
;   iscc /DFrozen=C:\jurybox-frozen\dist\jurybox /DVersion=0.1.0 packaging\windows\jurybox.iss
;
; NOT TRIED: neither Windows nor Inno Setup was at hand. What is tried is the frozen folder on Linux, from the same recipe.
; Installs for one person without an administrator, gives .jury files to Jurybox, and removes all of that again;
; settings and collections stay.

#ifndef Frozen
  #error Name the frozen folder: /DFrozen=C:\jurybox-frozen\dist\jurybox
#endif
#ifndef Version
  #error Name the version: /DVersion=0.1.0
#endif

[Setup]
AppId={{6B0F7C5E-2A53-4B0D-9B1C-4A5552591001}
AppName=Jurybox
AppVersion={#Version}
AppPublisher=The Jurybox authors
DefaultDirName={autopf}\Jurybox
DefaultGroupName=Jurybox
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
LicenseFile=..\..\LICENSE
OutputBaseFilename=jurybox-{#Version}-windows-x86_64
Compression=lzma2/max
SolidCompression=yes
UninstallDisplayIcon={app}\jurybox-window.exe

[Files]
Source: "{#Frozen}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Jurybox"; Filename: "{app}\jurybox-window.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.jury\OpenWithProgids"; ValueType: string; ValueName: "Jurybox.Collection"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Jurybox.Collection"; ValueType: string; ValueData: "Jurybox collection"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Jurybox.Collection\DefaultIcon"; ValueType: string; ValueData: "{app}\jurybox-window.exe,0"
Root: HKA; Subkey: "Software\Classes\Jurybox.Collection\shell\open\command"; ValueType: string; ValueData: """{app}\jurybox-window.exe"" ""%1"""

[Run]
Filename: "{app}\jurybox-window.exe"; Description: "Start Jurybox"; Flags: nowait postinstall skipifsilent
