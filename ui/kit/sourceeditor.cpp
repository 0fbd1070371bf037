#include "ui/kit/sourceeditor.h"

#include <QDesktopServices>
#include <QProcess>
#include <QUrl>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

QString SourceEditor::s_command;

void SourceEditor::use(const QString &command)
{
    s_command = command;
}

QStringList SourceEditor::filledIn(const QString &command, const QString &file, int line)
{
    QStringList words = QProcess::splitCommand(command);
    bool hasFile = false;
    for (QString &word : words) {
        QString filled;
        for (qsizetype i = 0; i < word.size(); ++i) { // once: the file may have a % in its name
            const QStringView mark
                = QStringView(word).sliced(i).first(std::min<qsizetype>(2, word.size() - i));
            if (mark != "%f"_L1 && mark != "%l"_L1) {
                filled += word[i];
                continue;
            }
            hasFile = hasFile || mark == "%f"_L1;
            filled += mark == "%f"_L1 ? file : QString::number(line);
            ++i;
        }
        word = filled;
    }
    if (!hasFile)
        words << file;
    return words;
}

bool SourceEditor::open(const QString &file, int line)
{
    if (s_command.isEmpty())
        return QDesktopServices::openUrl(QUrl::fromLocalFile(file));
    QStringList words = filledIn(s_command, file, line);
    const QString program = words.takeFirst();
    return QProcess::startDetached(program, words);
}

} // namespace yardmaster
