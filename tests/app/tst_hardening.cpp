#include "tests/support/testprogram.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <string_view>

using namespace Qt::StringLiterals;

/// How the programs of a release build are compiled and linked, as readelf (of GCC's binutils)
/// reports it.
class TestHardening : public QObject
{
    Q_OBJECT

    static QByteArray outputOf(const QString &program, const QStringList &arguments)
    {
        QProcess process;
        process.start(program, arguments);
        if (!process.waitForFinished(60'000) || process.exitCode() != 0)
            return process.errorString().toUtf8() + process.readAllStandardError();
        return process.readAllStandardOutput();
    }
    static QString readelf(const QStringList &arguments)
    {
        return QString::fromUtf8(outputOf(u"readelf"_s, arguments));
    }
    static QString programPath()
    {
        QFETCH(const QString, program);
        return QCoreApplication::applicationDirPath() + u'/' + program;
    }
    static void addPrograms()
    {
        QTest::addColumn<QString>("program");
        QTest::newRow("yardmaster") << u"yardmaster"_s;
        if (const QFileInfo window(u"" YARDMASTER_WINDOW ""_s); !window.fileName().isEmpty())
            QTest::newRow("yardmaster-window") << window.fileName();
    }

private slots:
    void initTestCase()
    {
        if (QByteArray(YARDMASTER_HARDENED) != "1")
            QSKIP("debug builds, and builds with sanitizers, are not hardened");
    }

    void codeIsPositionIndependent_data() { addPrograms(); }
    void codeIsPositionIndependent()
    {
        const QString path = programPath();
        const QString header = readelf({u"-hW"_s, path});
        QVERIFY2(header.contains(QRegularExpression(u"Type:\\s+DYN"_s)), qPrintable(header));
        const QString dynamic = readelf({u"-dW"_s, path});
        QVERIFY2(dynamic.contains(QRegularExpression(u"\\(FLAGS_1\\).*\\bPIE\\b"_s)),
                 qPrintable(dynamic));
        QVERIFY2(!dynamic.contains("TEXTREL"_L1), qPrintable(dynamic));
    }

    /// Full RELRO: the table of library functions is filled at the start, and read-only from then
    /// on.
    void tablesAndStackAreProtected_data() { addPrograms(); }
    void tablesAndStackAreProtected()
    {
        const QString path = programPath();
        const QString segments = readelf({u"-lW"_s, path});
        QVERIFY2(segments.contains("GNU_RELRO"_L1), qPrintable(segments));
        QVERIFY2(segments.contains(QRegularExpression(u"GNU_STACK .* RW +0x"_s)),
                 qPrintable(segments));
        const QString dynamic = readelf({u"-dW"_s, path});
        QVERIFY2(dynamic.contains(QRegularExpression(u"\\(FLAGS_1\\).*\\bNOW\\b"_s)),
                 qPrintable(dynamic));
    }

    void overflowsAreDetected_data() { addPrograms(); }
    void overflowsAreDetected()
    {
        const QString symbols = readelf({u"-W"_s, u"--dyn-syms"_s, programPath()});
        QVERIFY2(symbols.contains("UND __stack_chk_fail"_L1), qPrintable(symbols));
        // Checked variants of the C library's functions: FORTIFY_SOURCE.
        QVERIFY2(symbols.contains(QRegularExpression(u"UND __\\w+_chk@"_s)), qPrintable(symbols));
    }

    void jumpTargetsAreMarked_data() { addPrograms(); }
    void jumpTargetsAreMarked()
    {
#if !defined(__x86_64__)
        QSKIP("x86-64 only");
#endif
        // The linker drops the note about it if one object is without, as Debian's crt1.o is. So
        // the code is inspected: each function that other files can call begins with ENDBR64.
        const QString path = programPath();
        qsizetype functions = 0;
        const QByteArray symbols = outputOf(u"nm"_s, {u"-g"_s, u"--defined-only"_s, path});
        for (const QByteArray &symbol : symbols.split('\n'))
            functions += symbol.contains(" T _Z") && symbol.contains("10yardmaster") ? 1 : 0;
        QVERIFY2(functions > 500, QByteArray::number(functions).constData());
        QFile file(path);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.errorString()));
        const QByteArray code = file.readAll();
        const std::string_view bytes(code.constData(), size_t(code.size()));
        qsizetype marks = 0;
        for (size_t at = 0; (at = bytes.find("\xf3\x0f\x1e\xfa", at)) != bytes.npos; at += 4)
            ++marks;
        QVERIFY2(marks >= functions, qPrintable(u"%1 of %2 functions"_s.arg(marks).arg(functions)));
    }
};

YARDMASTER_TEST(TestHardening)
#include "tst_hardening.moc"
