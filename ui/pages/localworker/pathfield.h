#pragma once

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace yardmaster {

/// A line for the path of a file or folder, or of several files, and a button that lets one choose.
class PathField final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PathField)

public:
    enum class Kind {
        Folder,
        File,
        Files, ///< separated as the system separates paths
    };
    /// @param name  of the line, for people; its object name is `objectName`.
    PathField(Kind kind, const QString &objectName, const QString &name, QWidget *parent = nullptr);

    [[nodiscard]] QString path() const;
    [[nodiscard]] QStringList paths() const;
    void setPath(const QString &path);
    void setPaths(const QStringList &paths);

Q_SIGNALS:
    void edited();

private:
    void choose();

    const Kind m_kind;
    QLineEdit *m_line;
    QPushButton *m_choose;
};

} // namespace yardmaster
